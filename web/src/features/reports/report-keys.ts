/** The reports of all weekends. */
export const reportsKey = ['/api/admin/reports'] as const
