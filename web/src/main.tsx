import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
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
const draw = (): void =>
  createRoot(root).render(
    <StrictMode>
      <Providers client={client}>
        <App />
      </Providers>
    </StrictMode>,
  )
void openPage(client, pages, window.location.pathname).then(draw)
