import { Title } from '@mantine/core'

/** One card per category of the weekend. */
export const TippingPage = () => <Title order={1}>Purple Sector Tipping</Title>
