import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callerOf } from '../federation/caller.js';
import { ProblemError, problemReply, type Problem } from '../federation/problem.js';

/** Turns everything thrown outside a strategy into problem+json; what nobody expected is logged with its stack and answered 500. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  private readonly log = new Logger('edge');

  catch(fault: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const { requestId } = callerOf(request);
    const problem = this.problemOf(fault, requestId);
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const { status, headers, body } = problemReply(problem, requestId);
    response.statusCode = status;
    response.setHeader('Cache-Control', 'private, max-age=0');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    response.end(request.method === 'HEAD' ? undefined : body);
  }

  private problemOf(fault: unknown, requestId: string): Problem {
    if (fault instanceof ProblemError) return fault.problem;
    if (fault instanceof HttpException) {
      const status = fault.getStatus();
      return {
        status,
        title: fault.name.replace(/Exception$/, ''),
        detail: status === 404 ? 'nothing is served at this path' : fault.message,
      };
    }
    if (fault instanceof URIError) {
      return { status: 400, title: 'Bad request', detail: 'the path holds a malformed percent escape' };
    }
    this.log.error('a request failed for a reason nobody expected', {
      requestId,
      stack: fault instanceof Error ? fault.stack : String(fault),
    });
    return {
      status: 500,
      title: 'Internal error',
      detail: 'the gateway failed to answer; its log has the reason under this request id',
    };
  }
}
