// The API as one page to read: no script, nothing loaded from elsewhere.

import type { AsyncApiDocument } from './asyncapi.js'
import type { Json } from './json-schemas.js'
import type { ApiOperation, OpenApiDocument } from './openapi.js'
import { schemaText } from './schema-text.js'

const STYLE = `
:root{color-scheme:light dark;--ink:#1c2430;--soft:#5b6675;--line:#d9dee6;--back:#fff;--card:#f6f8fb;--mark:#1f6feb}
@media(prefers-color-scheme:dark){:root{--ink:#e6ebf2;--soft:#9aa7b8;--line:#2c3644;--back:#0f141b;--card:#171e28;--mark:#6aa5ff}}
*{box-sizing:border-box}body{margin:0 auto;max-width:60rem;padding:1rem;background:var(--back);color:var(--ink);
font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;margin:.5rem 0}h2{font-size:1.2rem;margin:2rem 0 .5rem}p{margin:.4rem 0}
a{color:var(--mark)}nav{display:flex;flex-wrap:wrap;gap:.3rem 1rem}
details{border:1px solid var(--line);border-radius:.5rem;background:var(--card);margin:.4rem 0;padding:0 .8rem}
details[open]{padding-bottom:.8rem}summary{cursor:pointer;padding:.6rem 0}
code{font:.9em ui-monospace,monospace}.verb{display:inline-block;min-width:4rem;font-weight:700;color:var(--mark)}
pre{overflow-x:auto;margin:.4rem 0;white-space:pre-wrap}
.soft{color:var(--soft)}dt{margin-top:.4rem}dd{margin:0 0 0 1rem;color:var(--soft)}`

/** `events` is the AsyncAPI document. */
export function docsPage({ info, tags, paths, components }: OpenApiDocument, events: AsyncApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  )
  const used = tags.filter(({ name }) => operations.some(({ operation }) => operation.tags.includes(name)))
  const links = used.map(({ name }) => `<a href="#${name}">${name}</a>`)
  const sections = used.map(({ name, description }) => {
    const own = operations.filter(({ operation }) => operation.tags.includes(name))
    return `<h2 id="${name}">${name}</h2><p class="soft">${escaped(description)}</p>${own.map(operationHtml).join('')}`
  })
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details id="schema-${name}"><summary><code>${name}</code></summary>${fieldsHtml(schema)}</details>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(info.title)} API</title>
<style>${STYLE}</style></head><body><h1>${escaped(info.title)} API <span class="soft">${escaped(info.version)}</span></h1>
${info.description
  .split('\n\n')
  .map((text) => `<p>${marked(text)}</p>`)
  .join('')}
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/asyncapi.json">AsyncAPI 3</a></p>
<nav>${links.join('')}<a href="#events">events</a><a href="#schemas">schemas</a></nav>${sections.join('')}${eventsHtml(events)}
<h2 id="schemas">schemas</h2>${schemas.join('')}</body></html>`
}

function eventsHtml({ info, components }: AsyncApiDocument): string {
  const messages = Object.values(components.messages).map(
    ({ name, title, payload }) =>
      `<details id="event-${escaped(name)}"><summary><code>${escaped(name)}</code> <span class="soft">${escaped(title)}</span></summary>${fieldsHtml(payload)}</details>`,
  )
  return `<h2 id="events">events</h2><p class="soft">${marked(info.description)}</p>${messages.join('')}`
}

interface Shown {
  readonly path: string
  readonly method: string
  readonly operation: ApiOperation
}

function operationHtml({ path, method, operation }: Shown): string {
  const { summary, description, security, parameters = [], requestBody, responses, operationId } = operation
  const needs = security.map((one) => Object.keys(one).join(' + ')).join(' or ')
  const fields = parameters.map(({ name, in: place, description: text, schema }) =>
    definition(`${name} <span class="soft">${place}, ${escaped(schemaText(schema))}</span>`, marked(text)),
  )
  const body = Object.values(requestBody?.content ?? {}).map(
    ({ schema, example }) =>
      `<p>Body</p>${fieldsHtml(schema)}<p>Example</p><pre><code>${exampleText(example)}</code></pre>`,
  )
  const answers = Object.entries(responses).map(([status, response]) => definition(status, answerHtml(response)))
  return `<details id="${operationId}"><summary><span class="verb">${method.toUpperCase()}</span> <code>${escaped(path)}</code>
<span class="soft">${escaped(summary)}</span></summary>${description
    .split('\n\n')
    .map((text) => `<p>${marked(text)}</p>`)
    .join('')}
<p class="soft">Needs: ${needs === '' ? 'nothing' : escaped(needs)}</p>
${fields.length === 0 ? '' : `<p>Parameters</p><dl>${fields.join('')}</dl>`}${body.join('')}
<p>Answers</p><dl>${answers.join('')}</dl></details>`
}

function answerHtml({ $ref, description, content }: Json): string {
  if (typeof $ref === 'string') return escaped($ref.slice($ref.lastIndexOf('/') + 1))
  const shapes = Object.values<{ schema?: unknown }>(Object(content)).map(
    ({ schema }) => `<code>${escaped(schemaText(schema))}</code>`,
  )
  return `${marked(String(description))} ${shapes.join(' ')}`
}

function fieldsHtml(schema: unknown): string {
  const { properties, description } = Object(schema)
  const intro = typeof description === 'string' ? `<p>${marked(description)}</p>` : ''
  const fields = Object.entries<Json>(Object(properties))
  if (fields.length === 0) return `${intro}<p><code>${escaped(schemaText(schema))}</code></p>`
  const rows = fields.map(([name, part]) =>
    definition(escaped(name), `<code>${escaped(schemaText(part))}</code>${toldOf(part)}`),
  )
  return `${intro}<dl>${rows.join('')}</dl>`
}

/** A URL in it is text: nothing in the page's source reads like something to load. */
function exampleText(example: unknown): string {
  return escaped(JSON.stringify(example, undefined, 2)).replaceAll('//', '&#47;&#47;')
}

/** What a field is: units, range. */
function toldOf({ description }: Json): string {
  return typeof description === 'string' ? `<br>${marked(description)}` : ''
}

function definition(term: string, text: string): string {
  return `<dt><code>${term}</code></dt><dd>${text}</dd>`
}

/** Back-quoted words as code. */
function marked(text: string): string {
  return escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
