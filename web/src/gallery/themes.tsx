import { ThemeSettings } from '../features/profile/theme/theme-settings.tsx'
import { Section } from './section.tsx'

const fan = { username: 'kerbsider', firstName: null, profileImageUrl: null, avatarConfig: null, theme: null }

export const Themes = () => (
  <Section
    title="Theme"
    text="Sliders say by their segments what each value would give. What is chosen is shown on the whole page at once."
  >
    <ThemeSettings user={fan} single />
  </Section>
)
