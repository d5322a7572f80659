import { Box, Button } from '@mantine/core'
import type { Race } from '@purple-sector/contracts/weekends/http'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { Icon } from '../../../../ui/base/icon.tsx'
import { useIsPhone } from '../../../../ui/base/use-is-phone.ts'
import { Dialog } from '../../../../ui/dialogs/dialog.tsx'
import { Panel } from '../../../../ui/layout/panel.tsx'
import { useActiveWeekend } from '../../../weekend-data/components/active-weekend.tsx'
import { History } from '../components/history.tsx'

/** The revisions of a race below its editor; on a phone in a sheet behind a button. */
export const ResultHistory = ({ race }: { race: Race }) => {
  const [opened, setOpened] = useState(false)
  const { weekend } = useActiveWeekend()
  const zone = { timeZone: weekend?.timeZone }
  if (!useIsPhone())
    return (
      <Box mt={16}>
        <Panel single flush title="History" actions="newest first">
          <History race={race} zone={zone} />
        </Panel>
      </Box>
    )
  return (
    <>
      <Box px={16} pb={110} mt={-94}>
        <Button
          variant="outline"
          fullWidth
          leftSection={<Icon icon={IconHistory} size={16} />}
          onClick={() => setOpened(true)}
        >
          History
        </Button>
      </Box>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={`History of ${race.name}`} size="md" flush>
        <History race={race} zone={zone} />
      </Dialog>
    </>
  )
}
