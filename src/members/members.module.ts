import { Global, Module, type DynamicModule, type Type } from '@nestjs/common';
import { MemberDirectory } from './member-directory.js';
import { StaticDirectory } from './static-directory.js';

/** Who the members are; global, because every part of the gateway asks. */
@Global()
@Module({})
export class MembersModule {
  static from(directory: Type<MemberDirectory> = StaticDirectory): DynamicModule {
    return {
      module: MembersModule,
      providers: [{ provide: MemberDirectory, useClass: directory }],
      exports: [MemberDirectory],
    };
  }
}
