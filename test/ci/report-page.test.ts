// The report's page in a real Chromium, from a file and without a network: it draws, and complains of nothing. Skipped, visibly, without chromium.

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { chromium as playwright } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { writeReport } from '../../src/report/write-report.js'
import { FROM_MS, madeFill, madeMarket, madeResult, madeRun } from '../report/made-result.js'

const hasChromium = spawnSync('chromium', ['--version']).status === 0
if (!hasChromium) console.warn('chromium is not installed: the report is not looked at in it')

const folder = mkdtempSync(join(tmpdir(), 'quoin-page-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

const HOSTILE = `<img src=x onerror="document.title='taken'"></script><script>document.title='taken'</script>\u2028`

/** The address answers nobody: whatever the page asked for would be an error in its console. */
const FLAGS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  ...['--proxy-server=127.0.0.1:9', '--virtual-time-budget=5000', '--enable-logging=stderr', '--hide-scrollbars'],
]

async function chromium(page: string, ...flags: readonly string[]) {
  const profile = mkdtempSync(join(folder, 'profile-'))
  const args = [...FLAGS, `--user-data-dir=${profile}`, ...flags, page]
  const { stdout, stderr } = await promisify(execFile)('chromium', args, { timeout: 120_000, maxBuffer: 2 ** 26 })
  const complaints = stderr.split('\n').filter((line) => /CONSOLE|Uncaught|Refused/i.test(line))
  return { dom: stdout, complaints }
}

function pageOf(name: string, result: ReturnType<typeof madeResult>): string {
  const { html } = writeReport(join(folder, name), result, { version: '1.2.3', madeMs: FROM_MS })
  return pathToFileURL(html).href
}

const sold = madeFill({ side: 'SELL', atMs: FROM_MS + 100_000, price: 0.52 })
const runs = [
  madeRun({ markets: [madeMarket({ question: HOSTILE })], fills: [madeFill(), sold] }),
  madeRun({ model: 'optimistic', markets: [madeMarket({ question: HOSTILE, volume: 20 })] }),
]

describe.skipIf(!hasChromium)('chromium', () => {
  it('draws every plot, and runs nothing that a venue says', async () => {
    const { dom, complaints } = await chromium(pageOf('full', madeResult({ runs })), '--dump-dom')
    expect(complaints).toEqual([])
    expect(dom).toContain('data-ready="true"')
    expect(dom.match(/<canvas/g)).toHaveLength(5)
    expect(dom).not.toMatch(/<title>taken|<img/)
    expect(dom).toContain('Fills in this market: 2')
  })

  it('shows a run in which nothing happened', async () => {
    const idle = madeRun({ fills: [], volume: 0, samples: [], markets: [] })
    const { dom, complaints } = await chromium(pageOf('idle', madeResult({ runs: [idle] })), '--dump-dom')
    expect(complaints).toEqual([])
    expect(dom).toContain('data-ready="true"')
  })

  it.each(['light', 'dark'])('fits a phone in the %s theme', async (theme) => {
    const page = `${pageOf('phone', madeResult({ runs }))}#theme=${theme}`
    const shot = join(folder, `${theme}.png`)
    const { complaints } = await chromium(page, '--window-size=500,900', `--screenshot=${shot}`)
    expect(complaints).toEqual([])
    expect(readFileSync(shot).length).toBeGreaterThan(10_000)
  })

  it('has room for numbers in the millions on its axes, and for every column on a sheet of paper', async () => {
    const loss = { spread: 0, inventory: -97_576_543.1, fees: 0, total: -97_576_543.1 }
    const looks = [0, 1, 2, 3].map((minute) => ({
      ...{ atMs: FROM_MS + minute * 60_000, worstCaseLoss: 0, fills: 1 },
      pnl: { ...loss, inventory: -30_000_000 * minute, total: -30_000_000 * minute },
    }))
    const page = pageOf('millions', madeResult({ runs: runs.map((run) => ({ ...run, pnl: loss, samples: looks })) }))
    const browser = await playwright.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
    try {
      // the width of A4 within its margins
      const tab = await browser.newPage({ viewport: { width: 718, height: 1000 } })
      await tab.goto(page)
      // left of the plot is the axis: "−100,000,000" in 11 pixels takes some 80
      const axis = await tab
        .locator('.u-over')
        .first()
        .evaluate((plot) => Number.parseFloat(plot.style.left))
      expect(axis).toBeGreaterThan(80)
      await tab.emulateMedia({ media: 'print' })
      expect(await tab.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(718)
    } finally {
      await browser.close()
    }
  })

  it('would be heard if it complained', async () => {
    const broken = join(folder, 'broken.html')
    writeFileSync(broken, '<script>nothing()</script>')
    expect((await chromium(pathToFileURL(broken).href, '--dump-dom')).complaints).toHaveLength(1)
  })
})
