import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getGlobalDispatcher, request, setGlobalDispatcher } from 'undici'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { useProxies } from '../../../src/cli/process/proxies.js'
import { type AProxy, openProxy } from '../../loopback/a-proxy.js'

const before = getGlobalDispatcher()
let service: Server
let proxy: AProxy
beforeAll(async () => {
  service = createServer((asked, response) => response.end(`${asked.headers.host}`))
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  proxy = await openProxy((service.address() as AddressInfo).port)
})
afterAll(async () => {
  await proxy.close()
  service.closeAllConnections()
  service.close()
})
afterEach(async () => {
  vi.unstubAllEnvs()
  const own = getGlobalDispatcher()
  setGlobalDispatcher(before)
  if (own !== before) await own.destroy()
})

it("sends what names no dispatcher through the machine's proxy, and Node's own fetch, too", async () => {
  vi.stubEnv('HTTP_PROXY', proxy.url.href)
  await useProxies(process.env)
  const { body } = await request('http://desk.test/hook')
  expect(await body.text()).toBe('desk.test')
  expect(await (await globalThis.fetch('http://node.test/')).text()).toBe('node.test')
  const here = `127.0.0.1:${(service.address() as AddressInfo).port}`
  expect(await (await globalThis.fetch(`http://${here}/`)).text()).toBe(here)
  expect(proxy.asked.map(([what]) => what)).toEqual(['CONNECT desk.test:80', 'CONNECT node.test:80'])
})

it('asks once for what the proxy closes upon', async () => {
  vi.stubEnv('HTTP_PROXY', proxy.url.href)
  await useProxies(process.env)
  proxy.refuse('closing')
  const before = proxy.asked.length
  await expect(request('http://desk.test/hook', { signal: AbortSignal.timeout(300) })).rejects.toThrow('no tunnel')
  await sleep(300)
  expect(proxy.asked.length).toBe(before + 1)
  proxy.refuse(undefined)
})

it('leaves everything as it is where no proxy is named', async () => {
  await useProxies({ NO_PROXY: 'venue.test', HTTPS_PROXY: '' })
  expect(getGlobalDispatcher()).toBe(before)
})
