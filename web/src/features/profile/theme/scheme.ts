// Imported first, so that the theme is applied before the first paint (`app/first.ts`).
import { paintTheme, rememberTheme, themeOfPage } from './paint-theme.ts'

const theme = themeOfPage()
rememberTheme(theme)
paintTheme(theme)
