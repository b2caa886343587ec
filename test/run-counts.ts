// How much a test repeats: a little in `npm run check`, more in `npm run check:long`, which runs the files that ask here once more.

/** Set by the configuration of the long tests. */
const IS_LONG = process.env['QUOIN_RUNS'] === 'long'

export const runs = (short: number, long: number): number => (IS_LONG ? long : short)

/** Everything of a test whose cases or rounds are alike: `npm run check:long` sets it. */
export const isWhole = process.env['QUOIN_WHOLE'] === '1'
