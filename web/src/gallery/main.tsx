import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from '../app/providers.tsx'
import { createQueryClient } from '../client/api/query-client.ts'
import { Gallery } from './gallery.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
createRoot(root).render(
  <StrictMode>
    <Providers client={createQueryClient()}>
      <Gallery />
    </Providers>
  </StrictMode>,
)
