import { Badge, Box, Text } from '@mantine/core'
import { useCopy } from '../../../client/messages/use-copy.tsx'
import { join } from '../../../ui/base/join.ts'
import { CopyActionIcon } from '../../../ui/controls/copy-button.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { EmptyState } from '../../../ui/layout/state.tsx'
import { useActiveWeekend } from '../../weekend-data/components/active-weekend.tsx'
import rows from '../base/components/rows.module.css'
import { openAddresses } from './webhook-words.ts'

/** Public URLs of the selected weekend and of its season, which need no account. */
export const OpenData = () => {
  const { weekend } = useActiveWeekend()
  const { copy, isCopied, byHand } = useCopy()
  return (
    <Panel single flush title={weekend ? `Open data of ${weekend.name}` : 'Open data'} actions="No sign-in needed.">
      {weekend ? (
        <ul className="ps-lined" aria-label="Open data">
          {openAddresses(weekend).map(({ title, path, kind }) => (
            <Box component="li" key={path} className={join('ps-row', rows.row)} mih={60}>
              <div className="ps-fill">
                <Text component="b" display="block">
                  {title}
                </Text>
                <a className={rows.link} href={path} target="_blank" rel="noreferrer">
                  {path}
                </a>
              </div>
              <Badge variant="plain">{kind}</Badge>
              <CopyActionIcon
                isCopied={isCopied(path)}
                label={`Copy the address of ${title}, ${kind}`}
                title="Copy address"
                onClick={() =>
                  void copy(
                    new URL(path, location.origin).href,
                    { title: 'Address copied', message: `${title}, ${kind}` },
                    path,
                  )
                }
              />
            </Box>
          ))}
        </ul>
      ) : (
        <EmptyState title="No race weekends available" text="Create a weekend first, or select one above." />
      )}
      {byHand && <Box p={16}>{byHand}</Box>}
    </Panel>
  )
}
