// The published documents: OpenAPI, AsyncAPI and the page.

import { z } from 'zod'
import { asyncApiDocument } from '../documents/asyncapi.js'
import { docsPage } from '../documents/docs-page.js'
import { type OpenApiDocument, openApiDocument } from '../documents/openapi.js'
import { defineRoute } from '../requests/define-route.js'
import type { Route } from '../requests/route.js'
import type { VenueParts } from '../venue-parts.js'

/** Nothing but its own style may work on the page. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** These routes and the given ones are what the documents describe. */
export function documentRoutes(others: readonly Route[], { config, profile }: VenueParts): Route[] {
  let document: OpenApiDocument | undefined
  const openApi = () => {
    document ??= openApiDocument([...routes, ...others], config.name)
    return document
  }
  const host = `${config.host}:${config.port}`
  const asyncApi = () => asyncApiDocument({ name: config.name, host, path: profile.socket.path })
  const open = { method: 'GET', routeClass: 'read', access: 'public', tag: 'service' } as const
  const routes = [
    defineRoute({
      ...open,
      path: '/openapi.json',
      summary: 'This description: OpenAPI 3.1',
      result: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
      example: { result: { openapi: '3.1.0', paths: {} } },
      answer: () => ({ body: { ...openApi() } }),
    }),
    defineRoute({
      ...open,
      path: '/asyncapi.json',
      summary: 'The real-time events: AsyncAPI 3',
      result: z.looseObject({ asyncapi: z.string(), channels: z.looseObject({}) }),
      example: { result: { asyncapi: '3.0.0', channels: {} } },
      answer: () => {
        return { body: { asyncapi: '3.0.0', channels: {}, ...asyncApi() } }
      },
    }),
    defineRoute({
      ...open,
      path: '/docs',
      summary: 'This description as a page',
      result: z.string(),
      contentType: 'text/html',
      example: { result: '<!doctype html><html lang="en">…</html>' },
      answer: () => {
        const content = docsPage(openApi(), asyncApi())
        const headers = { 'content-security-policy': PAGE_POLICY }
        return { body: content, text: { contentType: 'text/html; charset=utf-8', content }, headers }
      },
    }),
  ]
  return routes
}
