import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconShare3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const QuickShareDialog = lazy(async () => ({ default: (await import('./quick-share-dialog.tsx')).QuickShareDialog }))

/** Opens what the fan may share of a weekend. The dialog's script is fetched when it opens first. */
export const QuickShare = ({ weekend }: { weekend: Weekend }) => {
  const [isOpen, open] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" icon={IconShare3} onClick={() => open(true)}>
        Quick Share
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuickShareDialog weekend={weekend} onClose={() => open(false)} />
        </Suspense>
      )}
    </>
  )
}
