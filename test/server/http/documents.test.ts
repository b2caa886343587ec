import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, startServer } from '../../../src/server/http/start-server.js'
import { serverConfig } from '../../../src/server/schema.js'

describe('over HTTP', () => {
  let server: RunningServer
  beforeAll(async () => {
    server = await startServer({ config: serverConfig.parse({ port: 0, sharedKey: 'shared-key-of-tests' }) })
  })
  afterAll(() => server.close())

  it('the documents need no key and come in their own types', async () => {
    const page = await fetch(`${server.url}/docs`)
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toMatch(/^<!doctype html>/)
    for (const path of ['/openapi.json', '/asyncapi.json']) {
      const answer = await fetch(`${server.url}${path}`)
      expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8')
      expect(await answer.json()).toHaveProperty('info.version', '1.0.0')
    }
  })

  it('PATCH reaches its route', async () => {
    const headers = { 'x-api-key': 'shared-key-of-tests', 'content-type': 'application/json' }
    const answer = await fetch(`${server.url}/me`, { method: 'PATCH', headers, body: '{"username":"maker"}' })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ code: 'not_signed_in' })
  })
})
