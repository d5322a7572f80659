import { Button } from '@mantine/core'
import type { TemplateType } from '@purple-sector/contracts/engagement/http'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconShare3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'

const QuickShareDialog = lazy(async () => ({ default: (await import('./quick-share-dialog.tsx')).QuickShareDialog }))

type Props = {
  weekend: Weekend
  /** What the dialog offers and shows first; the newest template without it. */
  type?: TemplateType
}

/** Button that opens the share dialog, which is loaded on first use. */
export const QuickShare = ({ weekend, type }: Props) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        leftSection={<Icon icon={IconShare3} size={16} />}
        onClick={() => setOpen(true)}
      >
        Quick Share
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <QuickShareDialog weekend={weekend} type={type} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
