import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { openPage } from './app/open-page.ts'
import { pages } from './app/pages.tsx'
import { Providers } from './app/providers.tsx'
import { followDelay } from './features/spoiler-delay/follow-delay.ts'
import { createQueryClient } from './lib/query-client.ts'
import { signInAgain } from './lib/sign-in-again.ts'
import './ui/focused-last.ts'

window.addEventListener('beforeinstallprompt', (event) => event.preventDefault())
navigator.serviceWorker
  ?.register('/sw.js')
  .catch((error) => console.warn('The service worker was not registered', error))

const client = createQueryClient(signInAgain)
followDelay(client)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const app = (
  <StrictMode>
    <Providers client={client}>
      <App />
    </Providers>
  </StrictMode>
)
/** A page that came drawn (`app/picture.tsx`) is taken over as it is; where it is not what it should be it is drawn again. */
const isDrawn = root.firstElementChild !== null
const draw = (): void => {
  if (isDrawn)
    hydrateRoot(root, app, { onRecoverableError: (error) => console.info('The page had to be drawn again', error) })
  else createRoot(root).render(app)
}
void openPage(client, pages, window.location.pathname, { isDrawn }).then(draw)
