import { lazy, type ReactNode, Suspense, useState } from 'react'
import { CompareContext, type ComparedFan } from '../leaderboard-rows/components/compare-context.ts'

const CompareDialog = lazy(async () => ({ default: (await import('./compare-dialog.tsx')).CompareDialog }))

/** Lets the boards below it open the comparison with a fan. */
export const CompareProvider = ({ children }: { children: ReactNode }) => {
  const [fan, setFan] = useState<ComparedFan>()
  return (
    <CompareContext value={setFan}>
      {children}
      {fan && (
        <Suspense>
          <CompareDialog {...fan} onClose={() => setFan(undefined)} />
        </Suspense>
      )}
    </CompareContext>
  )
}
