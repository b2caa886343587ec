// A column of numbers as a short text: whole multiples of a step, as differences, equal ones counted. Books stand still most of the time.

/** `packed([0.5, 0.5, 0.5, undefined, 0.51], 100)` is `50,0x2,,1`: differences of the values that are there; empty is absent. */
export function packed(values: readonly (number | undefined)[], scale: number): string {
  const runs: { token: string; times: number }[] = []
  let last = 0
  for (const value of values) {
    const whole = value === undefined || !Number.isFinite(value) ? undefined : Math.round(value * scale)
    const token = whole === undefined ? '' : String(whole - last)
    last = whole ?? last
    const run = runs.at(-1)
    if (run?.token === token) run.times += 1
    else runs.push({ token, times: 1 })
  }
  return runs.map(({ token, times }) => (times === 1 ? token : `${token}x${times}`)).join(',')
}
