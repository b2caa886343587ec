// The lease of a wallet in Redis, and what is done to it there: each step as a whole, by Redis's own clock.
//
//   quoin:lease:<wallet>         who holds it, as JSON; gone when its time is over
//   quoin:lease:<wallet>:fence   number of the last holder; stays
//
// KEYS: both, in this order.

/**
 * ARGV: holder, life in milliseconds, the least number, token of a former run of ours that is dead, and 1 where a Redis that remembers no
 * holder is believed. A number is never lower than the seconds of the clock: also a Redis that has forgotten all counts on.
 */
export const TAKE = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).token ~= ARGV[4] then return {'held', held, redis.call('PTTL', KEYS[1])} end
local last = redis.call('GET', KEYS[2])
if not held and not last and ARGV[5] ~= '1' then return {'unknown'} end
local fence = math.max(tonumber(last or '0'), tonumber(ARGV[3]), tonumber(redis.call('TIME')[1])) + 1
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], string.format('%d', fence))
return {'taken', string.format('%d', fence)}
`

/** ARGV: holder, life, its number, its token. Where nobody has taken it since it ended, or Redis has forgotten it, it is still ours. */
export const RENEW = `
local held = redis.call('GET', KEYS[1])
local last = redis.call('GET', KEYS[2])
if held and cjson.decode(held).token ~= ARGV[4] then return {'lost', held} end
if last and tonumber(last) > tonumber(ARGV[3]) then return {'lost', ''} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
return {'renewed'}
`

/** ARGV: token. */
export const GIVE_BACK = `
local held = redis.call('GET', KEYS[1])
if held and cjson.decode(held).token == ARGV[1] then redis.call('DEL', KEYS[1]) end
return {'given back'}
`
