// Times as people and other programs write them.

const WRITTEN =
  /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?))? ?(?:(Z|UTC)|([+-]\d{2})(?::?(\d{2}))?)?$/i

/** Unix milliseconds; `undefined` for what is no time. One that names no offset is of UTC, on every machine. */
export function utcMsOf(text: string): number | undefined {
  const [, date = '', time = '00:00', , hours = '+00', minutes = '00'] = WRITTEN.exec(text.trim()) ?? []
  const ms = Date.parse(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(ms) || !isDay(date) ? undefined : ms
}

/** Every month has 28; of one that has no 30th the machine would make the days after it. */
function isDay(date: string): boolean {
  const day = Number(date.slice(8))
  return day <= 28 || new Date(Date.parse(date)).getUTCDate() === day
}
