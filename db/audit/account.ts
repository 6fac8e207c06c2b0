/** The stream of a tenant's account. It lies in the tenant `system`, and is part of the tenant's own history. */
export const accountStream = (tenant: string): string => `user-${tenant}`;

/** In which tenant a stream lies that is named within a tenant's history. */
export const tenantHolding = (tenant: string, stream: string): string =>
  stream === accountStream(tenant) ? 'system' : tenant;
