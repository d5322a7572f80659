import '@mantine/core/styles/Tabs.layer.css'
import { Badge, Box, Button, Flex, Tabs } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconDice5 } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { type AvatarDraft, configOf, draftOf, isSameAvatar } from './avatar-draft.ts'
import { AvatarPreview } from './avatar-preview.tsx'
import { ColoursTab } from './colours-tab.tsx'
import { LegendsTab, TeamsTab } from './presets-tabs.tsx'
import { type Random, randomAvatar } from './random-avatar.ts'
import { useSaveAvatar } from './save-avatar.ts'
import { StyleTab } from './style-tab.tsx'

/** Above the bottom bar and the fixed bars that a page puts above it. */
const ABOVE_BARS = 'calc(60px + var(--ps-foot, 0px) + var(--ps-kept, 0px) + env(safe-area-inset-bottom))'
const ABOVE_TABS = { zIndex: 5 }

/** Panel that builds the racing avatar. Unsaved changes are visible in the preview only. */
export const AvatarBuilder = ({ user, random = Math.random }: { user: User; random?: Random }) => {
  const heading = useId()
  const saved = draftOf(user.avatarConfig)
  // Null while nothing is changed: the builder then follows the saved avatar, wherever it was saved.
  const [changedDraft, setChanged] = useState<AvatarDraft | null>(null)
  const save = useSaveAvatar()
  const draft = changedDraft ?? saved
  const isChanged = !isSameAvatar(draft, saved)
  const change = (part: Partial<AvatarDraft>): void => setChanged({ ...draft, ...part })
  const saveDraft = (): void => {
    save.mutate(configOf(draft), {
      // A change made while the request was in flight is not saved yet.
      onSuccess: () => setChanged((now) => (now === changedDraft ? null : now)),
    })
  }

  return (
    <Box component="section" miw={0} aria-labelledby={heading}>
      <div className="ps-head ps-below">
        <h2 id={heading}>Racing Avatar</h2>
        {isChanged && <Badge variant="yellow">Not saved</Badge>}
        <Button
          variant="outline"
          size="sm"
          leftSection={<Icon icon={IconDice5} size={16} />}
          ml="auto"
          onClick={() => setChanged(randomAvatar(random))}
        >
          Random Avatar
        </Button>
      </div>
      {/* The line between the two is the ground that they leave. */}
      <Flex direction={{ base: 'column', sm: 'row' }} gap={1} bg="var(--ps-line)">
        <AvatarPreview draft={draft} user={user} />
        <Tabs defaultValue="style" keepMounted={false} flex="1" miw={0} bg="var(--ps-panel)">
          <Tabs.List aria-label="Racing avatar" px={8}>
            <Tabs.Tab value="style">Style</Tabs.Tab>
            <Tabs.Tab value="colors">Colors</Tabs.Tab>
            <Tabs.Tab value="teams">Teams</Tabs.Tab>
            <Tabs.Tab value="legends">Legends</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="style" p={16}>
            <StyleTab draft={draft} onChange={change} />
          </Tabs.Panel>
          <Tabs.Panel value="colors" p={16}>
            <ColoursTab draft={draft} onChange={change} />
          </Tabs.Panel>
          <Tabs.Panel value="teams" p={16}>
            <TeamsTab draft={draft} onBecome={setChanged} />
          </Tabs.Panel>
          <Tabs.Panel value="legends" p={16}>
            <LegendsTab draft={draft} onBecome={setChanged} />
          </Tabs.Panel>
        </Tabs>
      </Flex>
      <Box className="ps-foot" pos={{ base: 'sticky', sm: 'static' }} bottom={ABOVE_BARS} style={ABOVE_TABS}>
        <Button variant="outline" flex={{ base: 1, sm: 'none' }} disabled={!isChanged} onClick={() => setChanged(null)}>
          Cancel
        </Button>
        <AsyncButton
          flex={{ base: 1.4, sm: 'none' }}
          loading={save.isPending}
          disabled={!isChanged && user.avatarConfig !== null}
          onClick={saveDraft}
        >
          {save.isPending ? 'Saving...' : 'Save Avatar'}
        </AsyncButton>
      </Box>
    </Box>
  )
}
