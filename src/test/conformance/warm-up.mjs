// Calls the server a few hundred times in both eras, so that the suite's short windows do not meet a cold JVM.
//
//   node warm-up.mjs URL [server|gateway]
//
// A gateway would hold each call whose question nobody answers.
const url = process.argv[2];
const asking = process.argv[3] !== 'gateway';
const rounds = 150;

const revision = '2026-07-28';
const meta = {
  'io.modelcontextprotocol/protocolVersion': revision,
  'io.modelcontextprotocol/clientInfo': {name: 'warm-up', version: '1'},
  'io.modelcontextprotocol/clientCapabilities': {elicitation: {}, sampling: {}, roots: {}},
};
const json = {'Content-Type': 'application/json', Accept: 'application/json, text/event-stream'};

async function post(headers, message, signal) {
  const response = await fetch(url, {
    method: 'POST',
    headers: {...json, ...headers},
    body: JSON.stringify({jsonrpc: '2.0', ...message}),
    signal,
  });
  return response;
}

function modern(method, params = {}, signal) {
  const headers = {'MCP-Protocol-Version': revision, 'Mcp-Method': method};
  if (params.name) headers['Mcp-Name'] = params.name;
  return post(headers, {id: 1, method, params: {...params, _meta: meta}}, signal);
}

async function drained(response) {
  await (await response).text();
}

async function listened() {
  const abort = new AbortController();
  const response = await modern('subscriptions/listen', {notifications: {toolsListChanged: true}}, abort.signal);
  await response.body.getReader().read();
  await drained(modern('tools/call', {name: 'test_trigger_tool_change', arguments: {}}));
  abort.abort();
}

async function session() {
  const opened = await post({}, {
    id: 1,
    method: 'initialize',
    params: {protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {name: 'warm-up', version: '1'}},
  });
  await opened.text();
  const headers = {'MCP-Protocol-Version': '2025-11-25', 'Mcp-Session-Id': opened.headers.get('mcp-session-id')};
  await drained(post(headers, {method: 'notifications/initialized'}));
  await drained(post(headers, {id: 2, method: 'tools/list', params: {}}));
  await drained(post(headers, {id: 3, method: 'tools/call', params: {name: 'test_simple_text', arguments: {}}}));
  await drained(fetch(url, {method: 'DELETE', headers}));
}

for (let i = 0; i < rounds; i++) {
  await drained(modern('tools/list'));
  await drained(modern('tools/call', {name: 'test_simple_text', arguments: {}}));
  if (asking) await drained(modern('tools/call', {name: 'test_input_required_result_elicitation', arguments: {}}));
  if (i % 10 === 0) {
    await drained(modern('server/discover'));
    await listened();
    await session();
  }
}
