// The official TypeScript client: the same calls over standard input and output, or over HTTP. Prints JSON.
// node client.mjs PACKAGES stdio COMMAND ARGUMENTS… | node client.mjs PACKAGES http URL TOKEN
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [packages, kind, ...rest] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(createRequire(`${packages}/`).resolve(`@modelcontextprotocol/sdk/${name}`)));
const { Client } = await load("client/index.js");
let transport;
if (kind === "stdio") {
  const { StdioClientTransport } = await load("client/stdio.js");
  transport = new StdioClientTransport({ command: rest[0], args: rest.slice(1), env: process.env });
} else {
  const { StreamableHTTPClientTransport } = await load("client/streamableHttp.js");
  const requestInit = { headers: { Authorization: `Bearer ${rest[1]}` } };
  transport = new StreamableHTTPClientTransport(new URL(rest[0]), { requestInit });
}
const client = new Client({ name: "typescript", version: "1" });
await client.connect(transport);
const tools = (await client.listTools()).tools.map((tool) => tool.name);
const kept = await client.callTool({ name: "remember", arguments: { content: "Mara prefers tea" } });
const found = await client.callTool({ name: "recall", arguments: { query: "tea" } });
const fault = await client.callTool({ name: "get", arguments: { id: "mem_none" } });
const resources = (await client.listResources()).resources.map((one) => one.uri);
const recent = await client.readResource({ uri: "memory://recent" });
const prompts = (await client.listPrompts()).prompts.map((one) => one.name);
await client.close();
console.log(JSON.stringify({ tools, kept, found, fault, resources, recent, prompts }));
