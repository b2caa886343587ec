import { describe, expect, it } from 'vitest'
import { createLogger, type LoggerOptions } from '../../../src/telemetry/log/log.js'

const CANARY = 'hunter2-secret-value'

function capture(options: Partial<LoggerOptions>) {
  const lines: string[] = []
  const logger = createLogger({
    level: 'info',
    format: 'json',
    terminal: false,
    scrub: (text) => text.replaceAll(CANARY, '[secret]'),
    write: (text) => void lines.push(text),
    ...options,
  })
  return { logger, lines }
}

describe('createLogger', () => {
  it('writes JSON lines without a terminal', () => {
    const { logger, lines } = capture({ format: 'auto' })
    logger.info({ market: 'm' }, 'quoted')
    expect(JSON.parse(lines.join(''))).toMatchObject({ level: 30, market: 'm', msg: 'quoted' })
  })

  it('writes for people on a terminal', () => {
    const { logger, lines } = capture({ format: 'auto', terminal: true })
    logger.info('quoted')
    expect(lines.join('')).toContain('INFO')
    expect(() => JSON.parse(lines.join(''))).toThrow()
  })

  it('is coloured at a terminal, and not where nobody wants it', () => {
    const written = (colour: boolean | undefined) => {
      const { logger, lines } = capture({ terminal: true, format: 'auto', ...(colour === undefined ? {} : { colour }) })
      logger.info({ market: 'm' }, 'quoted')
      return lines.join('')
    }
    expect(written(undefined)).toContain('\u001b[')
    expect(written(false)).not.toContain('\u001b')
    expect(written(false)).toContain('INFO: quoted')
  })

  it('tells the time in UTC wherever the terminal stands', () => {
    const before = process.env['TZ']
    process.env['TZ'] = 'America/New_York'
    try {
      const { logger, lines } = capture({ format: 'pretty' })
      const earliest = Date.now()
      logger.info('quoted')
      const [, told = ''] = /^\[(\d\d:\d\d:\d\d\.\d{3}Z)\] INFO: quoted/.exec(lines.join('')) ?? []
      const day = new Date(earliest).toISOString().slice(0, 11)
      expect(Math.abs(Date.parse(`${day}${told}`) - earliest) % 86_400_000).toBeLessThan(5000)
    } finally {
      if (before === undefined) delete process.env['TZ']
      else process.env['TZ'] = before
    }
  })

  it('leaves out what is below the level', () => {
    const { logger, lines } = capture({ level: 'warn' })
    logger.info('quiet')
    expect(lines).toEqual([])
  })

  it.each(['json', 'pretty'] as const)('shows what would steer a terminal escaped: %s', (format) => {
    const { logger, lines } = capture({ format })
    const evil = 'a\u001b[2J\u009b31m\u202eb\u0007\r\nINFO: all well'
    logger.warn({ question: evil, deep: { list: [evil] } }, evil)
    logger.error(new Error(evil), 'failed')
    const text = lines.join('')
    expect(text.replaceAll('\n', '')).not.toMatch(/\p{Cc}|\u202e/u)
    expect(text).not.toMatch(/^INFO: all well/m)
    expect(text).toContain('\\u001b[2J')
    if (format === 'json') expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ question: evil, msg: evil })
  })

  it('keeps for programs which markets a line of many is about', () => {
    for (const format of ['json', 'pretty'] as const) {
      const { logger, lines } = capture({ format })
      logger.info({ markets: 5, conditionIds: ['0xa', '0xb'] }, 'not quoted')
      expect(lines.join('').includes('0xa')).toBe(format === 'json')
    }
  })

  it.each(['json', 'pretty'] as const)('scrubs a secret wherever it stands: %s', (format) => {
    const { logger, lines } = capture({ format })
    logger.warn({ [CANARY]: 1, deep: { list: [CANARY] } }, `message ${CANARY}`)
    logger.child({ bound: CANARY }).error(new Error(`broke ${CANARY}`), 'failed')
    expect(lines.join('')).toContain('[secret]')
    expect(lines.join('')).not.toContain(CANARY)
  })
})
