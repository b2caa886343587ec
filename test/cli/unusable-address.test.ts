// A port that is taken: whoever wants it is told by the name of the setting, at every place that listens.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { serve } from '../../src/cli/commands/venue/serve.js'
import { commandContext } from '../../src/cli/context.js'
import { unusableAddress } from '../../src/cli/unusable-address.js'

let folder: string
let taken: Server
let port: number
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-ports-'))
  taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  port = (taken.address() as AddressInfo).port
})
afterAll(() => {
  taken.close()
  rmSync(folder, { recursive: true, force: true })
})

const silent = { write: () => undefined }

function serving(config: object): Promise<unknown> {
  const file = join(folder, 'server.yaml')
  writeFileSync(file, stringify(config))
  const context = commandContext(false, { stdout: silent, stderr: silent, stdin: process.stdin }, {})
  return serve({ config: file, untilStdinEnds: false }, context)
}

describe('a server whose port is taken', () => {
  it.each([
    ['port', () => ({ port })],
    ['https.redirectPort', () => ({ port: 0, https: { redirectPort: port } })],
  ])('%s', async (name, config) => {
    await expect(serving(config())).rejects.toMatchObject({
      code: 'bad-config',
      message: `${name}: expected a free port (0 picks one), got one that another process listens on: 127.0.0.1:${port}`,
    })
  })

  it('by a host of another machine', async () => {
    await expect(serving({ port: 0, host: '192.0.2.1' })).rejects.toMatchObject({
      code: 'bad-config',
      message: 'host: expected an address of this machine, got EADDRNOTAVAIL: 192.0.2.1:0',
    })
  })
})

it('names what was given, and nothing where the system says nothing', () => {
  const place = { host: 'x', port: 1, keys: { host: 'telemetry.host', port: '--port' } }
  const refused = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
  expect(unusableAddress(place, refused).message).toBe('--port: expected a free port (0 picks one), got EACCES: x:1')
  expect(unusableAddress(place, 'gone').message).toBe(
    'telemetry.host: expected an address of this machine, got unusable: x:1',
  )
})
