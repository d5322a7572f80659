/**
 * Container images of the infrastructure.
 * A test checks that `docker-compose.yml` uses the same images.
 */
export const images = {
  postgres: 'postgres:18.6',
  redis: 'redis:8.10.2',
  kafka: 'apache/kafka:4.3.1',
} as const
