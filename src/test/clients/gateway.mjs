// Official servers used by an official client twice, directly and through Breakwater, and every answer compared:
//   node gateway.mjs v1|legacy|modern URL SERVERS
// v1 is the 1.x line; legacy and modern are the 2.x line in both eras. URL is the gateway's, SERVERS a file with the
// mcpServers that it stands in front of.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client as Client1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as Stdio1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as Http1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { CreateMessageRequestSchema, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client as Client2, StreamableHTTPClientTransport as Http2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as Stdio2 } from '@modelcontextprotocol/client/stdio';

const [line, url, file] = process.argv.slice(2);
const servers = JSON.parse(readFileSync(file, 'utf8')).mcpServers;
let compared = 0;

const elicited = { action: 'accept', content: { name: 'Ada', guests: 4, time: '20:00', seat: 'bar', highChair: true } };
const sampled = { role: 'assistant', model: 'test', stopReason: 'endTurn', content: { type: 'text', text: 'In short.' } };

function client() {
  const info = { name: 'compare', version: '1.0.0' };
  if (line === 'v1') {
    const one = new Client1(info, { capabilities: { elicitation: { form: {}, url: {} }, sampling: {} } });
    one.setRequestHandler(ElicitRequestSchema, async () => elicited);
    one.setRequestHandler(CreateMessageRequestSchema, async () => sampled);
    return one;
  }
  const two = new Client2(info, {
    capabilities: { elicitation: { form: {}, url: {} }, sampling: {} },
    versionNegotiation: { mode: line === 'legacy' ? 'legacy' : 'auto' },
  });
  two.setRequestHandler('elicitation/create', async () => elicited);
  two.setRequestHandler('sampling/createMessage', async () => sampled);
  return two;
}

async function direct({ command, args, env }) {
  const transport = { command, args, env: { PATH: process.env.PATH, ...env }, stderr: 'ignore' };
  const made = client();
  await made.connect(line === 'v1' ? new Stdio1(transport) : new Stdio2(transport));
  return made;
}

async function through(path) {
  const made = client();
  const at = new URL(url + path);
  await made.connect(line === 'v1' ? new Http1(at) : new Http2(at));
  return made;
}

// What is not compared, and why.
const LEFT_OUT = new Map([
  ['get-env', 'shows the environment of its own process'],
  ['toggle-simulated-logging', 'names the session, and goes on by itself'],
  ['toggle-subscriber-updates', 'names the session, and goes on by itself'],
  ['time', 'tells the time'],
  ['write_file', 'the other side would find the file'],
  ['move_file', 'the other side would miss the file'],
  ['simulate-research-query', 'is a task, and tasks are not passed on'],
  ['trigger-url-elicitation', 'has an id of its own in each answer'],
]);

function argumentsOf(tool, folder) {
  const given = {
    echo: { message: 'Grüße', text: 'Grüße' },
    'get-annotated-message': { messageType: 'error', includeImage: true },
    'get-resource-links': { count: 3 },
    'get-resource-reference': { resourceType: 'Text', resourceId: 2 },
    'get-structured-content': { location: 'Chicago' },
    'get-sum': { a: 2, b: 3 },
    'gzip-file-as-resource': { name: 'a.gz', data: 'data:text/plain,hello', outputType: 'resource' },
    'trigger-long-running-operation': { duration: 1, steps: 2 },
    'trigger-sampling-request': { prompt: 'Say it.', maxTokens: 10 },
    'simulate-research-query': { topic: 'tides', ambiguous: false },
    add: { a: 2, b: 3 },
    countdown: { from: 2, stepMs: 10 },
    book_table: { guests: 4 },
    summarize: { text: 'A long story.' },
    create_entities: { entities: [{ name: 'Ada', entityType: 'person', observations: ['counts'] }] },
    create_relations: { relations: [{ from: 'Ada', to: 'Ada', relationType: 'is' }] },
    add_observations: { observations: [{ entityName: 'Ada', contents: ['writes'] }] },
    delete_entities: { entityNames: ['Nobody'] },
    delete_observations: { deletions: [{ entityName: 'Ada', observations: ['writes'] }] },
    delete_relations: { relations: [{ from: 'Ada', to: 'Ada', relationType: 'is' }] },
    search_nodes: { query: 'Ada' },
    open_nodes: { names: ['Ada'] },
    read_multiple_files: { paths: [`${folder}/a.txt`, `${folder}/none.txt`] },
    edit_file: { path: `${folder}/a.txt`, edits: [{ oldText: 'one', newText: 'two' }], dryRun: true },
    create_directory: { path: `${folder}/made` },
    search_files: { path: folder, pattern: '*.txt' },
    list_directory: { path: folder },
    list_directory_with_sizes: { path: folder },
    directory_tree: { path: folder },
    read_media_file: { path: `${folder}/a.png` },
  }[tool.name];
  return given ?? (tool.inputSchema.properties?.path ? { path: `${folder}/a.txt` } : {});
}

const PROMPTS = {
  'args-prompt': { city: 'Paris', state: 'Texas' },
  'completable-prompt': { department: 'Engineering', name: 'Alice' },
  'resource-prompt': { resourceType: 'Text', resourceId: '1' },
  code_review: { code: 'int x;' },
};

/** Without what belongs to one hop, to one moment, or to one era, as the tasks of 2025-11-25 do. */
function plain(value) {
  return JSON.parse(JSON.stringify(value, (key, inner) => {
    if (['_meta', 'ttlMs', 'cacheScope', 'resultType', 'timestamp', 'lastModified', 'execution'].includes(key)) return undefined;
    return typeof inner === 'string' ? inner.replace(/accessed: [^\n]*/g, '').replace(/\d{1,2}:\d{2}:\d{2}( [AP]M)?/g, '') : inner;
  }));
}

async function outcome(task) {
  try {
    return plain(await task());
  } catch (error) {
    // What the client itself puts before the message of the server.
    return { code: error.code, message: String(error.message).replace(/^MCP error -?\d+: /, '') };
  }
}

async function same(what, one, other) {
  assert.deepEqual(await outcome(other), await outcome(one), what);
  compared++;
}

async function compare(name, entry) {
  const folder = entry.args.at(-1);
  const here = await direct(entry);
  const alone = await through(`/${name}`);
  const whole = await through('');

  const { tools } = await here.listTools();
  const { tools: aloneTools } = await alone.listTools();
  assert.deepEqual(plain(aloneTools), plain(tools), `${name}: tools`);
  const wholeNames = (await whole.listTools()).tools.map(tool => tool.name);
  for (const tool of tools) {
    assert.ok(wholeNames.includes(`${name}__${tool.name}`), `${name}__${tool.name}`);
    if (LEFT_OUT.has(tool.name)) continue;
    const args = argumentsOf(tool, folder);
    const call = (made, called) => () => made.callTool({ name: called, arguments: args });
    const wanted = await outcome(call(here, tool.name));
    assert.deepEqual(await outcome(call(alone, tool.name)), wanted, `${name} alone: ${tool.name}`);
    if (entry.env?.MEMORY_FILE_PATH && !/^(read|search|open)/.test(tool.name)) {
      compared++;
      continue;
    }
    assert.deepEqual(await outcome(call(whole, `${name}__${tool.name}`)), wanted, `${name}: ${tool.name}`);
    compared += 2;
  }
  await same(`${name}: wrong arguments`, () => here.callTool({ name: tools[0].name, arguments: { path: 1, message: 1 } }),
    () => alone.callTool({ name: tools[0].name, arguments: { path: 1, message: 1 } }));

  const offers = here.getServerCapabilities();
  if (offers.resources) {
    const { resources } = await here.listResources();
    assert.deepEqual(plain((await alone.listResources()).resources), plain(resources), `${name}: resources`);
    const { resourceTemplates } = await here.listResourceTemplates().catch(() => ({ resourceTemplates: [] }));
    assert.deepEqual(
      plain((await alone.listResourceTemplates()).resourceTemplates), plain(resourceTemplates), `${name}: templates`);
    const uris = resources.map(resource => resource.uri).filter(uri => uri !== 'breakwater://about');
    if (name === 'everything') uris.push('demo://resource/dynamic/text/3');
    for (const uri of uris) {
      await same(`${name} alone: ${uri}`, () => here.readResource({ uri }), () => alone.readResource({ uri }));
      await same(`${name}: ${uri}`, () => here.readResource({ uri }), () => whole.readResource({ uri }));
    }
  }
  if (offers.prompts) {
    const { prompts } = await here.listPrompts();
    assert.deepEqual(plain((await alone.listPrompts()).prompts), plain(prompts), `${name}: prompts`);
    for (const prompt of prompts) {
      const get = (made, called) => () => made.getPrompt({ name: called, arguments: PROMPTS[prompt.name] });
      await same(`${name} alone: ${prompt.name}`, get(here, prompt.name), get(alone, prompt.name));
      await same(`${name}: ${prompt.name}`, get(here, prompt.name), get(whole, `${name}__${prompt.name}`));
    }
    if (name === 'everything') {
      const complete = (made, called) => () => made.complete(
        { ref: { type: 'ref/prompt', name: called }, argument: { name: 'department', value: 'E' } });
      await same(`${name}: completion`, complete(here, 'completable-prompt'), complete(whole, `${name}__completable-prompt`));
    }
  }
  await Promise.all([here.close(), alone.close(), whole.close()]);
  console.log(`ok ${name}`);
}

for (const [name, entry] of Object.entries(servers)) {
  await compare(name, entry);
}
console.log(`${compared} answers are the same`);
process.exit(0);
