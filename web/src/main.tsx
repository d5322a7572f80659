import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { Providers } from './app/providers.tsx'
import { pages } from './app/router.tsx'

window.addEventListener('beforeinstallprompt', (event) => event.preventDefault())
navigator.serviceWorker
  ?.register('/sw.js')
  .catch((error) => console.warn('The service worker was not registered', error))

// The page's script comes side by side with who is signed in.
pages
  .find(({ path }) => path === window.location.pathname)
  ?.preload()
  .catch(() => {})

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <Providers>
      <App />
    </Providers>
  </StrictMode>,
)
