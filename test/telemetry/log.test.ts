import { describe, expect, it } from 'vitest'
import { createLogger, type LoggerOptions } from '../../src/telemetry/log.js'

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

  it('leaves out what is below the level', () => {
    const { logger, lines } = capture({ level: 'warn' })
    logger.info('quiet')
    expect(lines).toEqual([])
  })

  it.each(['json', 'pretty'] as const)('scrubs a secret wherever it stands: %s', (format) => {
    const { logger, lines } = capture({ format })
    logger.warn({ [CANARY]: 1, deep: { list: [CANARY] } }, `message ${CANARY}`)
    logger.child({ bound: CANARY }).error(new Error(`broke ${CANARY}`), 'failed')
    expect(lines.join('')).toContain('[secret]')
    expect(lines.join('')).not.toContain(CANARY)
  })
})
