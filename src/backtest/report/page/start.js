// The page begins: theme, data, plots.

const THEMES = ['system', 'light', 'dark']

/** `#theme=dark` in the address chooses as the button does. */
function startTheme() {
  const root = document.documentElement
  const button = document.querySelector('#theme')
  const choose = (/** @type {string} */ theme) => {
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    button?.querySelector('span')?.replaceChildren(theme)
    recolour()
  }
  const current = () => root.dataset['theme'] ?? 'system'
  const fromAddress = () => THEMES.find((theme) => location.hash === `#theme=${theme}`)
  button?.removeAttribute('hidden')
  button?.addEventListener('click', () => choose(THEMES[(THEMES.indexOf(current()) + 1) % THEMES.length] ?? 'system'))
  addEventListener('hashchange', () => choose(fromAddress() ?? current()))
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', recolour)
  choose(fromAddress() ?? 'system')
  // paper is white
  let before = 'system'
  addEventListener('beforeprint', () => {
    before = current()
    choose('light')
    refit()
  })
  addEventListener('afterprint', () => {
    choose(before)
    refit()
  })
}

/** @param {PageData} data */
function startPlots(data) {
  drawOverTime(data, 'pnl', 'Profit and loss, units of collateral')
  drawOverTime(data, 'drawdown', 'Drawdown, units of collateral')
  drawOverTime(data, 'inventory', 'Inventory, shares')
  startMarkets(data)
  addEventListener('resize', refit)
}

startTheme()
startPlots(JSON.parse(document.querySelector('#data')?.textContent ?? '{}'))
document.documentElement.dataset['ready'] = 'true'
