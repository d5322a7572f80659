import { Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import { Page } from '../../ui/layout/page.tsx'
import { LoadingState } from '../../ui/layout/state.tsx'
import { HydrationMarker } from '../hydration/hydration-marker.tsx'
import type { Page as PageEntry } from './routes.ts'

/**
 * Renders the page, which reads the parameters of its address by `useParams`; shows a loading state until its script is
 * here.
 */
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
