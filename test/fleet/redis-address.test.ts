import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { redisAddress, redisAddressOrFile } from '../../src/fleet/redis-address.js'
import { scrub } from '../../src/venue/transport/secret.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-redis-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PASSWORD = 'hunter2-and%2Fmore'

it('shows an address without its login, and masks the password wherever it turns up', () => {
  const address = redisAddress(`rediss://bot:${PASSWORD}@redis.example:6380/2`, 'queue')
  expect(address.reveal()).toBe(`rediss://bot:${PASSWORD}@redis.example:6380/2`)
  expect(address.shown).toBe('rediss://redis.example:6380/2')
  expect(inspect(address) + JSON.stringify(address)).not.toContain('hunter2')
  expect(scrub('WRONGPASS hunter2-and/more')).toBe('WRONGPASS [secret]')
})

it('leaves an address without a password readable', () => {
  const { shown } = redisAddress('redis://127.0.0.1:6399', 'queue')
  expect(scrub(`at ${shown}`)).toBe('at redis://127.0.0.1:6399')
})

it.each([
  ['localhost 6379', 'queue: expected redis://host:port or rediss://host:port, got no address'],
  ['http://:secret-pw@host', 'queue: expected redis://host:port or rediss://host:port, got http://'],
  ['redis://', 'queue: expected redis://host:port or rediss://host:port, got no host'],
])('refuses %s, and does not repeat what may hold a password', (text, message) => {
  expect(() => redisAddress(text, 'queue')).toThrow(message)
})

it('is read from a file, which keeps a password off the command line', () => {
  const file = join(folder, 'redis-url')
  writeFileSync(file, 'redis://:in-a-file-12@127.0.0.1:6379\n')
  expect(redisAddressOrFile(file, '--queue')).toMatchObject({ shown: 'redis://127.0.0.1:6379' })
  expect(redisAddressOrFile('redis://127.0.0.1:1', '--queue')).toMatchObject({ shown: 'redis://127.0.0.1:1' })
  expect(() => redisAddressOrFile(join(folder, 'none'), '--queue')).toThrow(/or a file that holds it, got ENOENT on/)
  writeFileSync(file, 'something else')
  expect(() => redisAddressOrFile(file, '--queue')).toThrow(/redis-url: expected redis:.*, got no address/)
})
