import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { control } from '../../../src/cli/commands/operate/control.js'
import { controlPlace, findBot } from '../../../src/cli/control/control-place.js'
import { serveControl } from '../../../src/control/serve-control.js'
import { configWith } from '../../keys/bot-file.js'
import { captureContext } from '../commands/sandbox.js'

let state: string
const servers: Server[] = []
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'q-'))
})
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise((done) => server.close(done))
  rmSync(state, { recursive: true, force: true })
})

const env = () => ({ QUOIN_STATE_DIR: state })
const LOOPBACK = { 'control.listen': 'loopback' }

/** Somebody listens there. */
async function listen(name: string): Promise<string> {
  mkdirSync(join(state, 'control'), { recursive: true })
  const path = join(state, 'control', name)
  const server = createServer()
  servers.push(server)
  await new Promise<void>((done) => server.listen(path, done))
  return path
}

describe('the place of a configuration', () => {
  it('is a socket of its own in the state folder, whatever way its file is named', () => {
    const place = controlPlace(configWith(), 'bots/a.yaml', env())
    expect(place).toMatchObject({ kind: 'socket', path: expect.stringMatching(/\/control\/[0-9a-f]{16}\.sock$/) })
    expect(controlPlace(configWith(), './bots/../bots/a.yaml', env())).toEqual(place)
    expect(controlPlace(configWith(), 'bots/b.yaml', env())).not.toEqual(place)
  })

  it.each([
    [{}, /expected control.tokenFile, or QUOIN_CONTROL_TOKEN to be set, got neither/],
    [{ QUOIN_CONTROL_TOKEN: 'short' }, /expected 16 characters or more, got 5/],
  ])('loopback needs a token', (more, wanted) => {
    expect(() => controlPlace(configWith(LOOPBACK), 'a.yaml', { ...env(), ...more })).toThrow(wanted)
  })
})

describe('a bot that is not named', () => {
  it('is the only one that answers; what a kill left behind does not count', async () => {
    await expect(findBot(undefined, env())).rejects.toMatchObject({ code: 'unreachable' })
    const path = await listen('one.sock')
    writeFileSync(join(state, 'control', 'dead.sock'), '')
    expect(await findBot(undefined, env())).toEqual({ kind: 'socket', path })
    await listen('two.sock')
    await expect(findBot(undefined, env())).rejects.toMatchObject({ code: 'bad-argument' })
  })
})

it('an answer that is none is refused, and --json shows it as it is', async () => {
  const path = join(state, 'control', 'bot.sock')
  const server = await serveControl({ kind: 'socket', path }, async () => ({ ok: true, data: { new: 'shape' } }))
  const people = captureContext(false, env())
  await expect(control('positions', {}, people.context)).rejects.toMatchObject({ code: 'bad-payload' })
  const program = captureContext(true, env())
  expect(await control('positions', {}, program.context)).toBe('ok')
  expect(JSON.parse(program.stdout)).toEqual({ new: 'shape' })
  await server.close()
})
