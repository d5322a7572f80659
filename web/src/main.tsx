import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { pages } from './app/pages.tsx'
import { Providers } from './app/providers.tsx'
import { pageAt } from './app/routes.ts'
import './ui/focused-last.ts'

window.addEventListener('beforeinstallprompt', (event) => event.preventDefault())
navigator.serviceWorker
  ?.register('/sw.js')
  .catch((error) => console.warn('The service worker was not registered', error))

// The page's script comes side by side with who is signed in.
pageAt(pages, window.location.pathname, 'administrator')
  ?.preload?.()
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
