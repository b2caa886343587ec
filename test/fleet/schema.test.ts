import { expect, it } from 'vitest'
import { fleetSettings } from '../../src/fleet/schema.js'

const problemOf = (redis: unknown) => fleetSettings.safeParse({ redis }).error?.issues[0]?.message

it('needs no Redis, and holds a lease for twelve seconds', () => {
  expect(fleetSettings.parse({})).toMatchObject({ leaseSec: 12, whenHeld: 'refuse' })
})

it.each([{ url: 'redis://127.0.0.1:6379' }, { url: 'rediss://redis.example:6380/2' }, { urlFile: 'url' }])(
  'takes %j',
  (redis) => expect(problemOf(redis)).toBeUndefined(),
)

it('takes no login where others read along, and one place of the two', () => {
  expect(problemOf({ url: 'redis://bot:password@host:6379' })).toContain('with one it belongs into urlFile')
  expect(problemOf({ url: 'http://host' })).toContain('expected redis://host:port')
  expect(problemOf({ url: 'redis://host:1', urlFile: 'url' })).toBe('expected exactly one of url, urlFile')
  expect(problemOf({})).toBe('expected exactly one of url, urlFile')
})

it('divides markets through Redis, or by a fixed share without it', () => {
  const redis = { url: 'redis://127.0.0.1:6379' }
  const found = (given: object) => {
    const issue = fleetSettings.safeParse(given).error?.issues[0]
    return issue && `${issue.path.join('.')}: ${issue.message}`
  }
  expect(found({ redis, markets: { name: 'desk' } })).toBeUndefined()
  expect(found({ markets: { name: 'desk', fixed: { bot: 2, of: 3 } } })).toBeUndefined()
  expect(found({ markets: { name: 'desk' } })).toMatch(
    /^markets: expected fleet.redis, .* or a share in fleet.markets.fixed$/,
  )
  expect(found({ redis, markets: { name: 'desk', fixed: { bot: 1, of: 2 } } })).toMatch(
    /^markets.fixed: expected none beside/,
  )
  expect(found({ markets: { name: 'desk', fixed: { bot: 3, of: 2 } } })).toBe(
    'markets.fixed.bot: expected bot to be at most of',
  )
  expect(found({ redis, markets: { name: 'a desk' } })).toMatch(/^markets.name: expected letters/)
})
