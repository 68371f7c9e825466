import { HttpModule } from '@nestjs/axios';
import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CoalescingTransport } from './coalescing.transport.js';
import { HttpTransport } from './http/http.transport.js';
import { MemberEndpoints } from './http/member-endpoints.js';
import { Names } from './http/names.js';
import { undiciAdapter } from './http/undici-adapter.js';
import { MemberTransport } from './member-transport.js';
import { TransportRouter } from './transport-router.js';

/** How members are reached: the wrappers outermost first, then the choice of transport, then the transports. */
@Module({
  imports: [
    DiscoveryModule,
    // Lean on purpose: nothing is parsed, followed, proxied or limited here; the transport decides all of that.
    HttpModule.register({
      adapter: undiciAdapter,
      maxRedirects: 0,
      proxy: false,
      decompress: false,
      validateStatus: null,
      transformRequest: [],
      transformResponse: [],
      maxBodyLength: Infinity,
      maxContentLength: Infinity,
    }),
  ],
  providers: [
    { provide: Names, useFactory: () => new Names() },
    MemberEndpoints,
    HttpTransport,
    TransportRouter,
    {
      provide: MemberTransport,
      useFactory: (router: TransportRouter) => new CoalescingTransport(router),
      inject: [TransportRouter],
    },
  ],
  exports: [MemberTransport, HttpTransport],
})
export class TransportsModule {}
