export const achievementsKey = ['/api/achievements'] as const
