import { Button, Container, List, SimpleGrid, Text, Title } from '@mantine/core'

const FEATURES = [
  ['Smart Tipping', 'Pick one car per category for the whole race weekend.'],
  ['Live Scoring', 'Points arrive the moment a result is in.'],
  ['Leaderboards', 'Fight over every place, live.'],
  ['Community', 'Race with your friends in groups of your own.'],
] as const

const STEPS = ['Pick Your Winners', 'Watch & Score', 'Climb the Leaderboard']

/** What a visitor sees (spec part 1 section 1), plain: its final form comes with the app. */
export const LandingPage = () => (
  <Container size="md" py="xl">
    <Title order={1}>Rev up your race day</Title>
    <Text size="lg" mt="sm">
      Join or create your own tipping competition!
    </Text>
    <Button component="a" href="/api/login" mt="lg" size="md">
      Get Started
    </Button>
    <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }} mt="xl">
      {FEATURES.map(([title, text]) => (
        <div key={title}>
          <Title order={3}>{title}</Title>
          <Text>{text}</Text>
        </div>
      ))}
    </SimpleGrid>
    <Title order={2} mt="xl">
      How It Works
    </Title>
    <List type="ordered" mt="sm">
      {STEPS.map((step) => (
        <List.Item key={step}>{step}</List.Item>
      ))}
    </List>
  </Container>
)
