import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Page } from '../ui/page.tsx'
import { LoadingState } from '../ui/state.tsx'
import { HydrationMarker } from './hydration-marker.tsx'
import type { Page as PageEntry } from './routes.ts'

/** The page itself, which reads the parts of its address with `useParams`; a word while its script is fetched. */
export const PageContent = ({ page: { pattern, Component } }: { page: PageEntry }) => (
  <Suspense
    fallback={
      <Page>
        <LoadingState title="Loading..." />
      </Page>
    }
  >
    <Routes>
      <Route path={pattern} element={<Component />} />
    </Routes>
    <HydrationMarker />
  </Suspense>
)
