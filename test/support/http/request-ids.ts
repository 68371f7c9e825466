import type { Socket } from 'node:net';

/** Numbers requests as ServiceControl's server does: connection id, colon, eight hex digits (hosting 10.1). */
export class RequestIds {
  private connections = 0;
  private readonly known = new WeakMap<Socket, { readonly id: string; requests: number }>();

  next(socket: Socket): string {
    const connection = this.known.get(socket) ?? { id: this.newConnectionId(), requests: 0 };
    this.known.set(socket, connection);
    connection.requests += 1;
    return `${connection.id}:${hex(connection.requests)}`;
  }

  private newConnectionId(): string {
    this.connections += 1;
    return `0HNF0${hex(this.connections)}`;
  }
}

function hex(number: number): string {
  return number.toString(16).toUpperCase().padStart(8, '0');
}
