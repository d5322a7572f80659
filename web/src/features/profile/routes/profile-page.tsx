import { Box, Flex } from '@mantine/core'
import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { PanelGrid } from '../../../ui/layout/panel.tsx'
import { useUser } from '../../session/user-query.ts'
import { AccountActions } from '../account/account-actions.tsx'
import { AvatarBuilder } from '../avatar/avatar-builder.tsx'
import { TrackCommunity } from '../community/track-community.tsx'
import { ProfileInformation } from '../information/profile-information.tsx'
import { SpoilerPanel } from '../information/spoiler-panel.tsx'
import { TimesPanel } from '../information/times-panel.tsx'
import { TippingPanel } from '../information/tipping-panel.tsx'
import { ThemeSettings } from '../theme/theme-settings.tsx'

/** Profile, community, appearance and account of the user. */
export const ProfilePage = () => {
  const user = useUser()
  if (!user) return null
  return (
    <Page>
      <PageHead title="Profile" text="Your name, your helmet and how the app looks to you." />
      <Flex
        direction={{ base: 'column', lg: 'row' }}
        align={{ base: 'stretch', lg: 'flex-start' }}
        gap={{ base: 8, sm: 16 }}
      >
        <Box flex="1 1 auto" miw={0}>
          <PanelGrid columns={1}>
            <ProfileInformation user={user} />
            <AvatarBuilder user={user} />
            <ThemeSettings user={user} span={1} />
          </PanelGrid>
        </Box>
        <Box flex="none" w={{ lg: 400 }}>
          <PanelGrid columns={1}>
            <TippingPanel user={user} />
            <TimesPanel user={user} />
            <SpoilerPanel />
            <TrackCommunity user={user} />
            <AccountActions user={user} />
          </PanelGrid>
        </Box>
      </Flex>
    </Page>
  )
}
