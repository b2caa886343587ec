// The page of a running bot in a real Chromium: it shows what /status says, acts with a token and by the keyboard alone, outlives the bot,
// and runs nothing that a venue says. Skipped, visibly, without chromium.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BUSY_WORLD, type LoopbackVenue, openVenue } from '../loopback/loopback-venue.js'
import { type RunningBot, startBot } from '../loopback/running-bot.js'

const CHROMIUM = '/usr/bin/chromium'
const hasChromium = spawnSync(CHROMIUM, ['--version']).status === 0
if (!hasChromium) console.warn('chromium is not installed: the page of a bot is not looked at in it')

const TOKEN = 'the-token-of-the-page'
const HOSTILE = `<img src=x onerror="document.title='taken'"></script><script>document.title='taken'</script>\u202e`
const SOON = { timeout: 30_000, interval: 100 }

const folder = mkdtempSync(join(tmpdir(), 'quoin-dashboard-'))
let venue: LoopbackVenue
let bot: RunningBot
let browser: Browser
let page: Page
let url: string
/** What the browser complained of, but for answers that it was refused. */
const complaints: string[] = []

/** A configuration whose page is at this port. */
function configAt(port: number, more: string): string {
  const path = venue.config(`${more}\nfeed: { staleAfterMs: 60000 }`, '{ select: { max: 6, minTimeLeftSec: 2 } }')
  writeFileSync(path, readFileSync(path, 'utf8').replace('telemetry: { port: 0', `telemetry: { port: ${port}`))
  return path
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

const text = (selector: string) => page.locator(selector).textContent()
const status = async () => Object(await (await fetch(`${url}status`)).json())

/** Net positions as the page has them. */
async function shownPositions(): Promise<readonly string[]> {
  const rows = await page.locator('tr[data-market]').all()
  return Promise.all(rows.map(async (row) => (await row.locator('.net').textContent()) ?? ''))
}

describe.skipIf(!hasChromium)('the page', () => {
  beforeAll(async () => {
    writeFileSync(join(folder, 'token'), TOKEN, { mode: 0o600 })
    venue = await openVenue({ world: BUSY_WORLD, markets: [{ question: HOSTILE }] })
    const port = await freePort()
    bot = await startBot(configAt(port, `dashboard: { tokenFile: ${join(folder, 'token')} }`))
    url = `http://127.0.0.1:${port}/`
    browser = await chromium.launch({
      executablePath: CHROMIUM,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-dev-shm-usage'],
    })
    page = await browser.newPage()
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (line) => {
      const told = line.text()
      if (['error', 'warning'].includes(line.type()) && !told.includes('Failed to load resource')) complaints.push(told)
    })
    await page.goto(url)
    await page.waitForSelector('[data-ready]')
  })
  afterAll(async () => {
    await browser?.close()
    await bot?.stop()
    await venue?.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  it('shows what /status says: every market with its position, profit and reason, and what the bot is', async () => {
    await expect.poll(() => bot.bot.snapshot().totals.fills, SOON).toBeGreaterThan(0)
    await expect
      .poll(async () => {
        const { markets, totals } = await status()
        const net = (shares: [number, number]) => shares[0] - shares[1]
        const said = markets.map((market: { question: string; shares: [number, number] }) => net(market.shares))
        const shown = (await shownPositions()).map((cell) => Number(cell.replace(/\u2212/, '-').split(' ')[0]))
        return (
          shown.length === markets.length &&
          said.every((value: number, i: number) => Math.abs(value - (shown[i] ?? Number.NaN)) < 0.51) &&
          (await text('#figure-trading .value')) === String(totals.fills)
        )
      }, SOON)
      .toBe(true)
    expect(await text('#facts')).toContain(venue.account)
    expect(await text('#says')).toMatch(/^Running: quotes rest in \d of \d markets/)
  })

  it('runs nothing that a venue says, and shows it', async () => {
    const row = page.locator('tr[data-market]', { hasText: '<img src=x' })
    expect(await row.locator('.link').textContent()).toContain('\\u202e')
    const { markets } = await status()
    const said = markets.find(({ question }: { question: string }) => question === HOSTILE)
    await expect.poll(() => row.locator('.why').textContent(), SOON).toContain(said.notQuoting.reason)
    expect(await page.locator('img').count()).toBe(0)
    await expect.poll(() => page.title(), SOON).toMatch(/^● .* – Quoin$/)
  })

  it('is not green while nothing is quoted anywhere, although the bot runs', async () => {
    const shown = () => page.locator('#state').getAttribute('data-state')
    await expect.poll(shown, SOON).toBe('running')
    const notQuoting = { reason: 'strategy-fault', detail: 'it threw' }
    await page.route('**/page/state', async (route) => {
      const response = await route.fetch()
      const document = Object(await response.json())
      for (const market of document.status.markets) market.notQuoting = notQuoting
      await route.fulfill({ response, json: document })
    })
    await expect.poll(shown, SOON).toBe('silent')
    expect(await page.title()).toMatch(/^○ .* – Quoin$/)
    await page.unroute('**/page/state')
    await expect.poll(shown, SOON).toBe('running')
  })

  it('opens a market: its reasons, the book, its curve; Escape closes it and the focus is back', async () => {
    const name = page.locator('.markets .link').first()
    await name.focus()
    await page.keyboard.press('Enter')
    await page.waitForSelector('#one .reasons li')
    await expect.poll(() => page.locator('#one canvas').count(), SOON).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.locator('#one').isVisible()).toBe(false)
    expect(await page.locator('.markets .link:focus').count()).toBe(1)
    await expect.poll(() => page.locator('[data-plot=pnl] canvas').count(), SOON).toBe(1)
  })

  it.each(['light', 'dark'] as const)('fits a phone, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.locator('.markets .link').first().click()
    await page.waitForSelector('#one .reasons li')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 1280, height: 900 })
  })

  it.each([1280, 1920])('shows the whole of a row, with what can be done, in a window of %i', async (width) => {
    await page.setViewportSize({ width, height: 900 })
    await page.route('**/page/state', async (route) => {
      const response = await route.fetch()
      const document = Object(await response.json())
      for (const market of document.status.markets) {
        market.bestOthers = [0.331, 0.627].map((price) => ({ price, size: 1234.5 }))
        market.own = [0.345, 0.525].map((price, i) => ({
          outcome: 'YES',
          side: ['BUY', 'SELL'][i],
          price,
          shares: 16.25,
        }))
        market.pnl = -1234.5
      }
      await route.fulfill({ response, json: document })
    })
    const row = page.locator('tr[data-market]').first()
    await expect.poll(() => row.textContent(), SOON).toContain('34.5 × 16.25')
    await page.waitForSelector('td.act button:not([hidden])')
    const widths = await page.evaluate(
      "(() => { const { scrollWidth, clientWidth } = document.querySelector('#market-list .scroll'); return { scrollWidth, clientWidth } })()",
    )
    const { scrollWidth, clientWidth } = Object(widths)
    await page.unroute('**/page/state')
    await page.setViewportSize({ width: 1280, height: 900 })
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })

  it('halts by the keyboard alone; a wrong token does nothing; what was done is written down', async () => {
    const halt = page.locator('.halt')
    const dialog = page.locator('dialog[open]')
    await halt.focus()
    await page.keyboard.press('Enter')
    for (const words of ['lunch', 'ann', 'not-the-token-at-all']) {
      await page.keyboard.type(words)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expect.poll(() => dialog.locator('.error').textContent(), SOON).toContain('token: expected the one of')
    expect(bot.bot.snapshot().halted).toBeUndefined()
    await page.locator('#ask-token').focus()
    await page.keyboard.type(TOKEN)
    await page.keyboard.press('Enter')
    await expect.poll(() => text('#says'), SOON).toMatch(/^Halted \(operator\) since .* by ann \(page\): lunch$/)
    expect(bot.bot.snapshot().halted).toMatchObject({ actor: 'ann (page)', reason: 'lunch' })
    const journal = readFileSync(join(venue.journal, venue.account.toLowerCase(), 'operations.jsonl'), 'utf8')
    expect(journal).toContain('"actor":"ann (page)"')
    expect(journal).not.toContain(TOKEN)
  })

  it('resumes, and pauses one market, without asking for the token again', async () => {
    await page.locator('.resume').click()
    expect(await page.locator('#ask-token').isVisible()).toBe(false)
    await page.locator('#ask-do').click()
    await expect.poll(() => bot.bot.snapshot().halted, SOON).toBeUndefined()
    await page.locator('td.act button').first().click()
    await page.locator('#ask-reason').fill('odd')
    await page.locator('#ask-do').click()
    await expect.poll(() => page.locator('.why').first().textContent(), SOON).toBe('paused by ann (page): odd')
    expect(complaints).toEqual([])
  })

  it('says that it is old when the bot is gone, and is back with the next one, which lets nobody act', async () => {
    const port = Number(new URL(url).port)
    await bot.stop()
    await expect.poll(() => page.locator('#old').isVisible(), SOON).toBe(true)
    expect(await text('#old')).toContain('The bot has not answered for')
    bot = await startBot(configAt(port, 'process: { watchdogSec: 5 }'))
    await expect.poll(() => page.locator('#old').isVisible(), SOON).toBe(false)
    await expect.poll(() => text('#actions'), SOON).toContain('This page only shows')
    expect(await page.locator('.halt, td.act button:visible').count()).toBe(0)
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` }
    const acted = await page.evaluate(
      async (sent) => (await fetch('/page/act', { method: 'POST', headers: sent, body: '{}' })).status,
      headers,
    )
    expect(acted).toBe(405)
    expect(complaints).toEqual([])
  })
})
