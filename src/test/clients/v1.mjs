// The official TypeScript client of the 1.x line against Breakwater:
//   node v1.mjs http URL        over Streamable HTTP
//   node v1.mjs sse URL         over HTTP+SSE
//   node v1.mjs stdio JAVA JAR  over a process of its own
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CallToolResultSchema,
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

const [door, target, jar] = process.argv.slice(2);
const http = door === 'http';
let passed = 0;

async function step(name, task) {
  await task();
  passed++;
  console.log(`ok ${name}`);
}

function transportTo(sessionId) {
  if (door === 'stdio') return new StdioClientTransport({ command: target, args: ['-jar', jar, '--stdio'], stderr: 'inherit' });
  return http ? new StreamableHTTPClientTransport(new URL(target), { sessionId }) : new SSEClientTransport(new URL(target));
}

async function connected(capabilities, sessionId) {
  const client = new Client({ name: 'v1', version: '1.0.0' }, { capabilities });
  const transport = transportTo(sessionId);
  const errors = [];
  client.onerror = error => errors.push(error);
  return { client, transport, errors };
}

const { client, transport, errors } = await connected({ elicitation: {}, sampling: {} });
await client.connect(transport);

await step('handshake', async () => {
  if (http) {
    assert.equal(transport.protocolVersion, '2025-11-25');
    assert.ok(transport.sessionId);
  }
  assert.ok(client.getServerCapabilities().tools.listChanged);
  await client.ping();
});

await step('tools list and call', async () => {
  const { tools } = await client.listTools();
  assert.ok(tools.some(tool => tool.name === 'add'));
  const sum = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
  assert.deepEqual(sum.structuredContent, { sum: 5 });
  const wrong = await client.callTool({ name: 'add', arguments: { a: 'two', b: 3 } });
  assert.equal(wrong.isError, true);
  await assert.rejects(client.callTool({ name: 'no_such_tool' }), error => error.code === -32602);
});

await step('resources and templates', async () => {
  const { resources } = await client.listResources();
  assert.ok(resources.some(resource => resource.uri === 'breakwater://about'));
  const about = await client.readResource({ uri: 'breakwater://about' });
  assert.match(about.contents[0].text, /Breakwater/);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 1);
  const hello = await client.readResource({ uri: 'breakwater://greeting/Ada' });
  assert.equal(hello.contents[0].text, 'Hello, Ada!');
  await assert.rejects(client.readResource({ uri: 'breakwater://none' }), error => error.code === -32002);
});

await step('prompts and completion', async () => {
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.some(prompt => prompt.name === 'code_review'));
  const prompt = await client.getPrompt({ name: 'code_review', arguments: { code: 'int x;' } });
  assert.match(JSON.stringify(prompt.messages), /int x;/);
  const completed = await client.complete({
    ref: { type: 'ref/prompt', name: 'code_review' },
    argument: { name: 'focus', value: 'sec' },
  });
  assert.deepEqual(completed.completion.values, ['security']);
});

await step('elicitation', async () => {
  client.setRequestHandler(ElicitRequestSchema, async request => {
    assert.equal(request.params.requestedSchema.type, 'object');
    return { action: 'accept', content: { guests: 4, time: '20:00', seat: 'bar', highChair: true } };
  });
  const booked = await client.callTool({ name: 'book_table', arguments: { guests: 4 } });
  assert.match(booked.content[0].text, /for 4 at 20:00, bar/);
  client.setRequestHandler(ElicitRequestSchema, async () => ({ action: 'decline' }));
  const declined = await client.callTool({ name: 'book_table', arguments: {} });
  assert.match(declined.content[0].text, /as you wish/);
});

await step('sampling', async () => {
  client.setRequestHandler(CreateMessageRequestSchema, async () => ({
    role: 'assistant', model: 'test', stopReason: 'endTurn', content: { type: 'text', text: 'In short.' },
  }));
  const summary = await client.callTool({ name: 'summarize', arguments: { text: 'A long story.' } });
  assert.match(JSON.stringify(summary.content), /In short\./);
});

await step('progress, log and resource updates', async () => {
  const logs = [];
  const updates = [];
  const progress = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, note => { logs.push(note.params.data); });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, note => { updates.push(note.params.uri); });
  await client.setLoggingLevel('info');
  await client.subscribeResource({ uri: 'breakwater://countdown' });
  await client.callTool({ name: 'countdown', arguments: { from: 3, stepMs: 100 } }, undefined,
    { onprogress: note => progress.push(note.progress) });
  // Progress that comes in one piece with the answer, as the last one may, is forgotten by this client.
  assert.deepEqual(progress.slice(0, 3), [0, 1, 2]);
  assert.equal(logs.length, 4);
  while (updates.length < 4) await new Promise(resolve => setTimeout(resolve, 20));
  await client.unsubscribeResource({ uri: 'breakwater://countdown' });
});

await step('cancellation', async () => {
  const abort = new AbortController();
  const call = client.callTool({ name: 'countdown', arguments: { from: 10, stepMs: 1000 } }, undefined,
    { signal: abort.signal, onprogress: () => abort.abort('enough') });
  await assert.rejects(call);
  await client.ping();
});

if (http) await step('resumption after a cut connection', async () => {
  let token;
  const first = await connected({});
  await first.client.connect(first.transport);
  const cut = first.client.request(
    { method: 'tools/call', params: { name: 'countdown', arguments: { from: 4, stepMs: 200 } } },
    CallToolResultSchema,
    {
      onprogress: async note => { if (note.progress === 1) await first.transport.close(); },
      onresumptiontoken: newest => { token = newest; },
    });
  await assert.rejects(cut);
  assert.ok(token);
  const second = await connected({}, first.transport.sessionId);
  second.transport.setProtocolVersion('2025-11-25');
  await second.client.connect(second.transport);
  const resumed = await second.client.request(
    { method: 'tools/call', params: { name: 'countdown', arguments: { from: 4, stepMs: 200 } } },
    CallToolResultSchema, { resumptionToken: token });
  assert.match(resumed.content[0].text, /Liftoff after 4/);
  await second.client.close();
});

if (http) await step('end of the session', async () => {
  const id = transport.sessionId;
  await transport.terminateSession();
  await client.close();
  const response = await fetch(target, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', 'Mcp-Session-Id': id,
    },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  });
  assert.equal(response.status, 404);
});

if (!http) await step('end of the connection', async () => {
  let closed = false;
  client.onclose = () => { closed = true; };
  const startedMs = Date.now();
  await client.close();
  assert.ok(closed);
  // Later, and the client would have sent a signal.
  assert.ok(Date.now() - startedMs < 2000);
});

// Of its own doing this client complains twice at most: it aborts a request of its own when it closes a door of HTTP, and it
// forgets the token of a call before it looks at the last progress, where that came in one piece with the answer.
const aborted = error => door !== 'stdio' && String(error).includes('AbortError');
const late = error => String(error).includes('unknown token') && String(error).includes('"progress":3');
assert.ok(errors.filter(late).length <= 1);
assert.deepEqual(errors.filter(error => error.name !== 'AbortError' && !aborted(error) && !late(error)).map(String), []);
console.log(`${passed} steps passed`);
process.exit(0);
