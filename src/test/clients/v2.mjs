// The official TypeScript client of the 2.x line against Breakwater, in both eras:
//   node v2.mjs http URL        over Streamable HTTP
//   node v2.mjs stdio JAVA JAR  over a process of its own
import assert from 'node:assert/strict';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [door, target, jar] = process.argv.slice(2);
let passed = 0;

async function step(name, task) {
  await task();
  passed++;
  console.log(`ok ${name}`);
}

async function connect(mode) {
  const client = new Client(
    { name: 'v2', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} }, sampling: {} }, versionNegotiation: { mode } });
  client.setRequestHandler('elicitation/create', async () => (
    { action: 'accept', content: { guests: 4, time: '20:00', seat: 'bar', highChair: true } }));
  client.setRequestHandler('sampling/createMessage', async () => (
    { role: 'assistant', model: 'test', stopReason: 'endTurn', content: { type: 'text', text: 'In short.' } }));
  await client.connect(door === 'http'
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args: ['-jar', jar, '--stdio'], stderr: 'inherit' }));
  return client;
}

for (const [mode, era] of [['auto', 'modern'], [{ pin: '2026-07-28' }, 'modern'], ['legacy', 'legacy']]) {
  const client = await connect(mode);
  const label = `${JSON.stringify(mode)}:`;

  await step(`${label} era`, async () => {
    assert.equal(client.getProtocolEra(), era);
    assert.ok(client.getServerCapabilities().tools);
  });

  await step(`${label} tools`, async () => {
    const { tools } = await client.listTools();
    assert.ok(tools.some(tool => tool.name === 'echo'));
    const sum = await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } });
    assert.deepEqual(sum.structuredContent, { sum: 5 });
    const echoed = await client.callTool({ name: 'echo', arguments: { text: 'Grüße', tag: 'größer' } });
    assert.match(echoed.content[0].text, /Grüße/);
  });

  await step(`${label} resources, prompts, completion`, async () => {
    const { resources } = await client.listResources();
    assert.ok(resources.some(resource => resource.uri === 'breakwater://about'));
    const hello = await client.readResource({ uri: 'breakwater://greeting/Ada' });
    assert.equal(hello.contents[0].text, 'Hello, Ada!');
    const prompt = await client.getPrompt({ name: 'code_review', arguments: { code: 'int x;' } });
    assert.match(JSON.stringify(prompt.messages), /int x;/);
    const completed = await client.complete({
      ref: { type: 'ref/prompt', name: 'code_review' }, argument: { name: 'focus', value: 'sec' },
    });
    assert.deepEqual(completed.completion.values, ['security']);
  });

  await step(`${label} questions`, async () => {
    const booked = await client.callTool({ name: 'book_table', arguments: { guests: 4 } });
    assert.match(booked.content[0].text, /for 4 at 20:00, bar/);
    const summary = await client.callTool({ name: 'summarize', arguments: { text: 'A long story.' } });
    assert.match(JSON.stringify(summary.content), /In short\./);
  });

  await step(`${label} progress`, async () => {
    const progress = [];
    await client.callTool({ name: 'countdown', arguments: { from: 3, stepMs: 100 } },
      { onprogress: note => progress.push(note.progress) });
    // Progress that comes in one piece with the answer, as the last one may, is forgotten by this client.
    assert.deepEqual(progress.slice(0, 3), [0, 1, 2]);
  });

  if (era === 'modern') {
    await step(`${label} listen`, async () => {
      const updates = [];
      client.setNotificationHandler('notifications/resources/updated', note => { updates.push(note.params.uri); });
      const subscription = await client.listen({ resourceSubscriptions: ['breakwater://countdown'] });
      assert.deepEqual(subscription.honoredFilter.resourceSubscriptions, ['breakwater://countdown']);
      await client.callTool({ name: 'countdown', arguments: { from: 2, stepMs: 100 } });
      while (updates.length < 3) await new Promise(resolve => setTimeout(resolve, 20));
      await subscription.close();
      assert.equal(await subscription.closed, 'local');
    });
  }
  await client.close();
}
console.log(`${passed} steps passed`);
process.exit(0);
