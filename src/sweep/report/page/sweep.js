// The page of a sweep: its theme. Everything else stands in it without a script.

const SWEEP_THEMES = ['system', 'light', 'dark']

/** `#theme=dark` in the address chooses as the button does. */
function startSweepTheme() {
  const root = document.documentElement
  const button = document.querySelector('#theme')
  const choose = (/** @type {string} */ theme) => {
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    button?.querySelector('span')?.replaceChildren(theme)
  }
  const current = () => root.dataset['theme'] ?? 'system'
  const fromAddress = () => SWEEP_THEMES.find((theme) => location.hash === `#theme=${theme}`)
  button?.removeAttribute('hidden')
  button?.addEventListener('click', () =>
    choose(SWEEP_THEMES[(SWEEP_THEMES.indexOf(current()) + 1) % SWEEP_THEMES.length] ?? 'system'),
  )
  addEventListener('hashchange', () => choose(fromAddress() ?? current()))
  choose(fromAddress() ?? 'system')
  // paper is white
  let before = 'system'
  addEventListener('beforeprint', () => {
    before = current()
    choose('light')
  })
  addEventListener('afterprint', () => choose(before))
}

startSweepTheme()
document.documentElement.dataset['ready'] = 'true'
