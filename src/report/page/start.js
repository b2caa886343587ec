// The page begins: theme, data, plots.

/** @param {PageData} data */
function startPlots(data) {
  drawOverTime(data, 'pnl', 'Profit and loss, units of collateral')
  drawOverTime(data, 'drawdown', 'Drawdown, units of collateral')
  drawOverTime(data, 'inventory', 'Inventory, shares')
  startMarkets(data)
  addEventListener('resize', refit)
}

startTheme(recolour, refit)
startPlots(JSON.parse(document.querySelector('#data')?.textContent ?? '{}'))
document.documentElement.dataset['ready'] = 'true'
