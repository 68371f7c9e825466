import { SetMetadata } from '@nestjs/common';

export const anonymousKey = 'federation:anonymous';
export const operatorsKey = 'federation:operators';

/** Served without a token even when authentication is on. Handlers without it, and without such a row, are closed. */
export const Anonymous = (): ClassDecorator & MethodDecorator => SetMetadata(anonymousKey, true);

/** Served only to callers with one of `authentication.operatorRoles`, when authentication is on. */
export const Operators = (): ClassDecorator & MethodDecorator => SetMetadata(operatorsKey, true);
