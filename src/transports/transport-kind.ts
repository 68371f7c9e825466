import { DiscoveryService } from '@nestjs/core';

/** Marks a class as the transport of that name; settings and the registry name transports by it. */
export const TransportKind = DiscoveryService.createDecorator<string>();
