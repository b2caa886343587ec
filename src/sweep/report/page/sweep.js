// The page of a sweep: its theme. Everything else stands in it without a script.

startTheme()
document.documentElement.dataset['ready'] = 'true'
