// The lease of a wallet in Redis, and what is done to it there: each step as a whole, by Redis's own clock.
//
//   quoin:lease:<wallet>         who holds it, as JSON that is another at each renewal; gone when its time is over; empty where it was given back
//   quoin:lease:<wallet>:fence   number of the last holder; stays
//
// KEYS: both, in this order.

/**
 * ARGV: holder, life in milliseconds, the least number, token and number of a former run of ours that is dead, what the key has held unchanged
 * for the time of a lease, and 1 where nobody was heard for as long: Redis's clock may jump, and then a lease ends whose holder lives. A
 * number is never lower than the seconds of the clock: also a Redis that has forgotten all counts on.
 */
export const TAKE = `
local held = redis.call('GET', KEYS[1])
if held and held ~= '' and held ~= ARGV[6] and cjson.decode(held).token ~= ARGV[4] then return {'held', held} end
local last = redis.call('GET', KEYS[2])
if not held and last ~= ARGV[5] and ARGV[7] ~= '1' then return {'unheard'} end
local fence = math.max(tonumber(last or '0'), tonumber(ARGV[3]), tonumber(redis.call('TIME')[1])) + 1
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], string.format('%d', fence))
return {'taken', string.format('%d', fence)}
`

/** ARGV: holder, life, its number, its token. Where nobody has taken it since it ended, or Redis has forgotten it, it is still ours. */
export const RENEW = `
local held = redis.call('GET', KEYS[1])
local last = redis.call('GET', KEYS[2])
if held and held ~= '' and cjson.decode(held).token ~= ARGV[4] then return {'lost', held} end
if last and tonumber(last) > tonumber(ARGV[3]) then return {'lost', ''} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[3])
return {'renewed'}
`

/** ARGV: token, its number. */
export const GIVE_BACK = `
local held = redis.call('GET', KEYS[1])
local isOurs = held and held ~= '' and cjson.decode(held).token == ARGV[1]
if isOurs or (not held and redis.call('GET', KEYS[2]) == ARGV[2]) then redis.call('SET', KEYS[1], '') end
return {'given back'}
`
