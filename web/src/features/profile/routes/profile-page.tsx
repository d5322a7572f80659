import { Page, PageHead } from '../../../ui/layout/page.tsx'
import { PanelGrid } from '../../../ui/layout/panel.tsx'
import { useUser } from '../../session/user-query.ts'
import { AccountActions } from '../account/account-actions.tsx'
import { AvatarBuilder } from '../avatar/avatar-builder.tsx'
import { TrackCommunity } from '../community/track-community.tsx'
import { ProfileInformation } from '../information/profile-information.tsx'
import { SpoilerPanel } from '../information/spoiler-panel.tsx'
import { ThemeSettings } from '../theme/theme-settings.tsx'
import classes from './profile-page.module.css'

/** Profile, community, appearance and account of the user. */
export const ProfilePage = () => {
  const user = useUser()
  if (!user) return null
  return (
    <Page>
      <PageHead title="Profile" text="Your name, your helmet and how the app looks to you." />
      <div className={classes.layout}>
        <PanelGrid columns={1}>
          <ProfileInformation user={user} />
          <AvatarBuilder user={user} />
          <ThemeSettings user={user} span={1} />
        </PanelGrid>
        <PanelGrid columns={1}>
          <SpoilerPanel />
          <TrackCommunity user={user} />
          <AccountActions user={user} />
        </PanelGrid>
      </div>
    </Page>
  )
}
