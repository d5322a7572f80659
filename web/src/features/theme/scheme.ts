// Comes first, before anything is painted (`app/first.ts`): in the theme of whoever looks at it.
import { paintTheme, rememberTheme, themeOfPage } from './paint-theme.ts'

const theme = themeOfPage()
rememberTheme(theme)
paintTheme(theme)
